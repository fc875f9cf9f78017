/** For those who are signed in and no member here: the one button that makes them one, where the community is open. */
import shell from '@atrium/sdk/kernel/shell'
import { Button, Checkbox, Dialog, Slot, toast, useSession, useWordsOf, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import { ConsentWords } from '../account/ConsentWords.tsx'
import { joinHere } from '../foreign.ts'

/** Lower than the bar and off its edge on phones; a finger may miss it by the height of the bar. */
export const JOIN = 'max-desk:relative max-desk:me-1.5 max-desk:min-h-8! max-desk:after:absolute max-desk:after:-inset-x-1 max-desk:after:-inset-y-1.5'

export function JoinHere() {
  const { account, member, signUpAllowed, viewOnly } = useSession()
  if (!account || member || !signUpAllowed || viewOnly) return null
  return <Slot of={shell.slots['frame.join']} props={{ otherwise: <JoinButton /> }} fallback={<JoinButton />} />
}
function JoinButton() {
  // a plugin may render it
  const t = useWordsOf('shell')
  const { community } = useSession()
  const [asking, setAsking] = useState(false)
  const [consent, setConsent] = useState(false)
  const join = useWrite(joinHere, { onSuccess: () => location.reload(), onError: (error) => toast.error(error.message) })
  const go = () => join.mutate({ body: { consent } })
  const busy = join.isPending || join.isSuccess
  return (
    <>
      <Button
        variant="primary"
        className={JOIN}
        loading={busy && !asking}
        onClick={() => (community.settings.consent_required === true ? setAsking(true) : go())}
      >
        {t('signUp.join')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('signUp.title', { community: community.name })}
        footer={
          <Button variant="primary" disabled={!consent} loading={busy} onClick={go}>
            {t('signUp.join')}
          </Button>
        }
      >
        <Checkbox checked={consent} onChange={setConsent} label={<ConsentWords words="signUp.consent" />} />
      </Dialog>
    </>
  )
}
