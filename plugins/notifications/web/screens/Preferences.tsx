/** What reaches a member, and where: this browser, the level, the digest; then kinds by channel, quiet hours and spaces in detail. */
import { AccountFrame, Query, Skeleton, Slot, toast, useQueryCache, useRead, useT, useWrite } from '@atrium/sdk/web'
import contract, { type SavePreferences } from '../../contract.ts'
import { Digest, QuietHours } from '../components/Calm.tsx'
import { Matrix } from '../components/Matrix.tsx'
import { Presets } from '../components/Presets.tsx'
import { Push } from '../components/Push.tsx'

const { routes } = contract

export default function Preferences() {
  const t = useT()
  const cache = useQueryCache()
  const query = useRead(routes.preferences)
  const write = useWrite(routes.updatePreferences, {
    onSuccess: (now) => void cache.update(routes.preferences, undefined, () => now),
    onError: (error) => {
      toast.error(error.message)
      void cache.invalidate(routes.preferences)
    },
  })
  const save: SavePreferences = (change, shown) => {
    if (shown) cache.update(routes.preferences, undefined, shown)
    write.mutate({ body: change })
  }
  return (
    <AccountFrame name="notifications/Preferences" title={t('preferences.title')}>
      <Query query={query} skeleton={<Skeleton w="100%" h={640} />}>
        {(chosen) => (
          <div className="grid gap-4">
            <Push chosen={chosen} />
            <Presets chosen={chosen} save={save} />
            <Digest chosen={chosen} save={save} />
            <Matrix chosen={chosen} save={save} />
            <QuietHours chosen={chosen} save={save} />
            <Slot of={contract.slots['notification.preferences']} props={{ chosen, save }} />
          </div>
        )}
      </Query>
    </AccountFrame>
  )
}
