/** Where the type `geoip` finds its databases: the engine itself opens no file. */
export interface DatabaseFiles {
  /**
   * @param name Of a file, without a path, such as `GeoLite2-City.mmdb`.
   * @returns the content, in the MaxMind DB format; undefined if there is no such file.
   */
  read(name: string): Promise<Uint8Array | undefined>;
  /** Called with what is wrong with a file, or why it cannot be read: the records get a tag in place of a result. */
  report?(name: string, problem: string): void;
}
