export { action, default, handle, loader } from './answer.$token.tsx'
