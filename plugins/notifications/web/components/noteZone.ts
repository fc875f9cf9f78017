/** Tells the server by which clocks one reads, so that dates in emails are one's own. */
import { ownZone } from '@atrium/sdk'
import { call } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const NOTED = 'atrium.zone'
/** Once for each zone that this browser is in. */
export async function noteZone(memberId: number): Promise<void> {
  const zone = ownZone()
  const mark = `${memberId}:${zone}`
  try {
    if (localStorage.getItem(NOTED) === mark) return
    await call(contract.routes.noteZone, { body: { time_zone: zone } })
    localStorage.setItem(NOTED, mark)
  } catch {
    // the next page tries again
  }
}
