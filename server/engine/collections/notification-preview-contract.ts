export type NotificationPreview = { people: number; names: string[] }

export type Recipient = { name: string; channels: ('email' | 'sms')[] }
