// What checks credentials for the default route: it is loaded with the first one
// Written by `npm run build`; what is changed here is lost at the next one.

export { tokenOrKeyAuthenticator as authenticator } from 'headwater/internal/access/authenticators';
