/** For those who are signed in and no member here: the one button that makes them one, where the community is open. */
import shell from '@atrium/sdk/kernel/shell'
import { Button, Checkbox, Dialog, Slot, toast, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import { ConsentWords } from '../account/ConsentWords.tsx'
import { joinHere } from '../foreign.ts'

export function JoinHere() {
  const { account, member, signUpAllowed, viewOnly } = useSession()
  if (!account || member || !signUpAllowed || viewOnly) return null
  return <Slot of={shell.slots['frame.join']} props={{ otherwise: <JoinButton /> }} fallback={<JoinButton />} />
}
function JoinButton() {
  const t = useT()
  const { community } = useSession()
  const [asking, setAsking] = useState(false)
  const [consent, setConsent] = useState(false)
  const join = useWrite(joinHere, { onSuccess: () => location.reload(), onError: (error) => toast.error(error.message) })
  const go = () => join.mutate({ body: { consent } })
  const busy = join.isPending || join.isSuccess
  return (
    <>
      <Button variant="primary" loading={busy && !asking} onClick={() => (community.settings.consent_required === true ? setAsking(true) : go())}>
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
