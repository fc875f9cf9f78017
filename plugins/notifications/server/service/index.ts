/** What other plugins call. */
import type { Ctx } from '@atrium/sdk/server'
import type { NotificationsService } from '../../contract.ts'
import { zoneOf } from './preferences.ts'
import { tell, tellMany } from './tell.ts'
import { seen, withdraw, withdrawAct } from './withdraw.ts'

export const service = (ctx: Ctx): NotificationsService => ({
  tell: ({ to, ...news }) => tell(ctx, news, to),
  tellMany: (news) => tellMany(ctx, news),
  withdraw: (kind, subjectId, key) => (key === undefined ? withdraw(ctx, kind, subjectId) : withdrawAct(ctx, kind, subjectId, key)),
  zone: () => zoneOf(ctx),
  seen: (kind, subjectIds) => seen(ctx, kind, subjectIds),
})
