/** Headers of emails that are sent by themselves. */

/** Headers of an email that no machine answers, and that a mailbox may end by itself (RFC 8058) where it can be ended. */
export const listHeaders = (url: string | undefined): Record<string, string> => ({
  ...(url && { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  'Auto-Submitted': 'auto-generated',
  Precedence: 'bulk',
})
