export { action, default, handle, loader } from './cover.$token.tsx'
