/** The short address of the same page, for texts. */
export { action, default, handle, loader } from './cover.$token.tsx'
