/** How many people would get a message, and the first of their names. */
export type NotificationPreview = { people: number; names: string[] }
