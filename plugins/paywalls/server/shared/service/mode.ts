/** Whether the community sells, or tries how selling goes. */
import type { Ctx } from '@atrium/sdk/server'
import payments from '../../../../payments/contract.ts'

/** Whether money is only played with. */
export const isTest = (ctx: Ctx): boolean => ctx.use(payments).provider().test
