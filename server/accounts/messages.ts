export const WRONG = 'Email or password is incorrect.'
export const PENDING = 'Your registration is waiting for approval.'
export const DISABLED = 'Your account is not active. Please ask the club.'
