/** What of a draft is written, as its form holds it. */
import type { Broadcast } from '../../contract.ts'

export type Written = Pick<Broadcast, 'subject' | 'preheader' | 'from_name' | 'reply_to' | 'blocks' | 'theme_id' | 'audience' | 'experiment'>

export const writtenIn = ({ subject, preheader, from_name, reply_to, blocks, theme_id, audience, experiment }: Broadcast): Written => ({
  subject,
  preheader,
  from_name,
  reply_to,
  blocks,
  theme_id,
  audience,
  experiment,
})
