export { action } from './api.register.ts'
