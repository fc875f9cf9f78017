/** Proves at sign-up that a browser has worked for it, while the form is filled in; there is nothing to press. */
import { solveProof } from '@atrium/sdk'
import { call, Icon, Spinner, useT } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract from '../../contract.ts'

/** Milliseconds after which a proof is made anew rather than refused for its age. */
const FRESH = 45 * 60_000

type State = 'off' | 'working' | 'done' | 'failed'
export default function SignUpProof({ offer }: { offer: (prove: (() => Promise<string | undefined>) | null) => void }) {
  const t = useT()
  const [state, setState] = useState<State>('off')
  useEffect(() => {
    const leaving = new AbortController()
    const show = (next: State) => !leaving.signal.aborted && setState(next)
    async function work(): Promise<string | undefined> {
      try {
        const { challenge } = await call(contract.routes.proof)
        if (!challenge || leaving.signal.aborted) return undefined
        show('working')
        const proof = await solveProof(challenge, leaving.signal)
        show('done')
        return proof
      } catch {
        show('failed')
        return undefined
      }
    }
    const begin = () => ({ at: Date.now(), proof: work() })
    let current: ReturnType<typeof begin> | null = begin()
    offer(async () => {
      const { at, proof } = current ?? begin()
      // it is good for one try
      current = null
      return Date.now() - at < FRESH ? proof : work()
    })
    return () => {
      leaving.abort()
      offer(null)
    }
  }, [offer])
  return (
    <p role="status" className="flex items-center gap-2 text-13 text-text-3 empty:hidden">
      {state === 'working' && <Spinner />}
      {state === 'done' && <Icon name="circle-check" size="sm" className="flex-none" />}
      {state !== 'off' && t(`proof.${state}`)}
    </p>
  )
}
