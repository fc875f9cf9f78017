/** Keeps push of this browser alive. */
import { call } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const RENEWED = 'atrium.push.renewed'
/** Once a day the server hears again whose browser this is: another may have signed in. */
export async function keepSubscription(): Promise<void> {
  try {
    if (Date.now() - Number(localStorage.getItem(RENEWED) ?? 0) < 86_400_000) return
    // most have never allowed it, and need none of the code
    if (!('Notification' in window) || Notification.permission !== 'granted') return
    const { subscription, toKeys } = await import('./browserPush.ts')
    const there = await subscription()
    if (!there) return
    await call(contract.routes.subscribe, { body: toKeys(there.toJSON()) })
    localStorage.setItem(RENEWED, String(Date.now()))
  } catch {
    // the next page tries again
  }
}
