export const VERSION = 'v1.4.10'
