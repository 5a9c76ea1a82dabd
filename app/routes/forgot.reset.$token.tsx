/** The same form by its other address (specification §2.2). */
export { action, default, handle } from './password.reset.$token.tsx'
