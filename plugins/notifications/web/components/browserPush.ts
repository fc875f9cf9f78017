/** Push in this browser: asked for by the member alone, renewed quietly where it was given. */
import { call } from '@atrium/sdk/web'
import contract from '../../contract.ts'

const WORKER = '/notifications_worker.js'
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** As the server takes a subscription. */
export const toKeys = ({ endpoint, keys }: PushSubscriptionJSON) => ({ endpoint: endpoint!, keys: { p256dh: keys!['p256dh']!, auth: keys!['auth']! } })

/** The subscription of this browser, or null. */
export async function subscription(): Promise<PushSubscription | null> {
  const worker = canPush() ? await navigator.serviceWorker.getRegistration('/') : undefined
  return (await worker?.pushManager.getSubscription()) ?? null
}
/** @returns false where the member, the browser or its push service says no */
export async function turnOn(publicKey: string): Promise<boolean> {
  if (!canPush() || (await Notification.requestPermission()) !== 'granted') return false
  await navigator.serviceWorker.register(WORKER)
  const worker = await navigator.serviceWorker.ready
  const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await call(contract.routes.subscribe, { body: toKeys(made.toJSON()) })
  return true
}
export async function turnOff(): Promise<void> {
  const there = await subscription()
  if (!there) return
  await call(contract.routes.unsubscribe, { body: { endpoint: there.endpoint } })
  await there.unsubscribe()
}
