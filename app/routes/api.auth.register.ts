/** The same call by its other name. */
export { action, loader } from './api.register.ts'
