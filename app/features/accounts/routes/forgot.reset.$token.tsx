/** The same form at its other address. */
export { action, default, handle } from './password.reset.$token.tsx'
