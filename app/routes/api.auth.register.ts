/** The same call by its other name (specification §7). */
export { action, loader } from './api.register.ts'
