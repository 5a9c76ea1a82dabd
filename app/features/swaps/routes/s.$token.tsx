export { action, default, handle, loader } from './swap.$token.tsx'
