export { mapLink } from '#server/shift-facts/map-link.pure.ts'
