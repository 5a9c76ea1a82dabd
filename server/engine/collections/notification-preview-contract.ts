/** How many people would get a message, and the names of the first. */
export type NotificationPreview = { people: number; names: string[] }
