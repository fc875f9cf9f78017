/** Signing in with a passkey, and adding one: options from the server, the device's answer back to it. */
import { useState } from 'react'
import type { RouteInput } from '@atrium/sdk'
import { call, useT } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'

const { createPasskey, passkeyOptions, passkeySignIn, passkeySignInOptions } = auth.routes

type Credential = RouteInput<typeof passkeySignIn>['body']['credential']

interface Attempt {
  isPending: boolean
  /** In words. */
  error: string | null
}
/** Runs one attempt at a time and puts its failure into words. */
function useAttempt(): Attempt & { run: (work: (device: typeof import('./passkey.ts')) => Promise<void>) => Promise<void> } {
  const t = useT()
  const [state, setState] = useState<Attempt>({ isPending: false, error: null })
  async function run(work: (device: typeof import('./passkey.ts')) => Promise<void>) {
    if (state.isPending) return
    setState({ isPending: true, error: null })
    const device = await import('./passkey.ts')
    await work(device).then(
      () => setState({ isPending: false, error: null }),
      (error) => {
        const problem = device.passkeyProblem(error)
        setState({ isPending: false, error: problem ? t(problem) : (error as Error).message })
      },
    )
  }
  return { ...state, run }
}

export function usePasskeySignIn(remember: boolean, onDone: () => void): Attempt & { signIn: () => Promise<void> } {
  const { run, ...state } = useAttempt()
  const signIn = () =>
    run(async (device) => {
      const credential = await device.authenticate(await call(passkeySignInOptions))
      await call(passkeySignIn, { body: { credential: credential as unknown as Credential, remember_me: remember } })
      onDone()
    })
  return { ...state, signIn }
}

export function usePasskeyAdd(onDone: () => void): Attempt & { add: (name: string) => Promise<void> } {
  const { run, ...state } = useAttempt()
  const add = (name: string) =>
    run(async (device) => {
      const credential = await device.register(await call(passkeyOptions))
      await call(createPasskey, { body: { name, credential: credential as unknown as Credential } })
      onDone()
    })
  return { ...state, add }
}
