/** Addresses of the inbox. */
export const INBOX = '/settings/ai-inbox'
export const SETUP = `${INBOX}/setup`
export const chatPath = (id: number): string => `${INBOX}/conversations/${id}`
