/** What other plugins call. */
import type { Ctx } from '@atrium/sdk/server'
import type { NotificationsService } from '../../contract.ts'
import { listHeaders } from './listHeaders.ts'
import { preferencePage } from './preferencePage.ts'
import { zoneOf } from './preferences.ts'
import { pushOne } from './push.ts'
import { readEmail } from './replies.ts'
import { mailAddress } from './returns.ts'
import { pushDevices, pushReach, pushZones } from './reach.ts'
import { tell, tellMany } from './tell.ts'
import { unsubscribeUrl } from './unsubscribing.ts'
import { seen, withdraw, withdrawAct } from './withdraw.ts'

export const service = (ctx: Ctx): NotificationsService => ({
  tell: ({ to, ...news }) => tell(ctx, news, to),
  tellMany: (news) => tellMany(ctx, news),
  withdraw: (kind, subjectId, key) => (key === undefined ? withdraw(ctx, kind, subjectId) : withdrawAct(ctx, kind, subjectId, key)),
  preferencePage: (reader, about) => preferencePage(ctx, { reader, ...about }),
  ending(memberId, mailing) {
    const url = unsubscribeUrl(ctx, memberId, mailing)
    return { url, headers: listHeaders(url) }
  },
  zone: () => zoneOf(ctx),
  mailAddress: (mailbox, token) => mailAddress(ctx, mailbox, token),
  readEmail: (raw) => readEmail(ctx, raw),
  pushDevices: (kind, memberIds) => pushDevices(ctx, kind, memberIds),
  pushReach: (kind, memberIds) => pushReach(ctx, kind, memberIds),
  pushZones: () => pushZones(ctx),
  push: (device, message) => pushOne(ctx, device, message),
  seen: (kind, subjectIds) => seen(ctx, kind, subjectIds),
})
