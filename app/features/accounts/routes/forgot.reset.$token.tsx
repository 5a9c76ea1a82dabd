export { action, default, handle } from './password.reset.$token.tsx'
