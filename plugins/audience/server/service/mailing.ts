/** Emails that the community sends to many, on the page of what one gets by email: newsletters, and what workflows send. */
import type { Mailing, MailReader } from '../../../notifications/contract.ts'
import audience, { MAILING } from '../../contract.ts'
import { isSubscribed, setSubscribed } from './reach.ts'

const whoIs = ({ memberId, personId }: MailReader) => (memberId === null ? { personId: personId! } : { memberId })
export const mailing: Mailing = {
  key: MAILING,
  wanted: (ctx, reader) => isSubscribed(ctx, whoIs(reader)),
  async choose(ctx, reader, wanted, ref) {
    await setSubscribed(ctx, whoIs(reader), wanted)
    if (!wanted) ctx.emit(audience.events['person.unsubscribed'], { memberId: reader.memberId, personId: reader.personId ?? null, ref })
  },
}
