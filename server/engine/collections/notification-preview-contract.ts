/** How many people would get a message, and the names of the first. */
export type NotificationPreview = { people: number; names: string[] }

/** Somebody who would get a message. */
export type Recipient = { name: string; channels: ('email' | 'sms')[] }
