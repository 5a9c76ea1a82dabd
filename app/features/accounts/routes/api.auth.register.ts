/** The same call by its other name. */
export { action } from './api.register.ts'
