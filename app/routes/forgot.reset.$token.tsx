/** The same form by its other address. */
export { action, default, handle } from './password.reset.$token.tsx'
