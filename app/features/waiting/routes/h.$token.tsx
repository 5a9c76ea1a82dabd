export { action, default, handle, loader } from './hold.$token.tsx'
