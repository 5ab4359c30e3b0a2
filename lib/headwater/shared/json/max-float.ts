/** The greatest number of IEEE 754 single precision, `format: float`: (2 - 2^-23) * 2^127. */
export const maxFloat = 3.402_823_466_385_288_6e38;
