/** Mails links into a space or a group, and shows those that are still open. */
import { shownEmail } from '@atrium/sdk'
import { Button, Card, Field, Form, IconButton, isEmail, ListRow, Textarea, Time, toast, useConfirm, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Invitation, MOST_INVITED } from '../../contract.ts'
import type { Place } from './place.ts'

const { routes } = contract
const MESSAGE_LENGTH = 1000

function Open({ invitations }: { invitations: readonly Invitation[] }) {
  const t = useT()
  const confirm = useConfirm()
  const revoke = useWrite(routes.revokeInvitation, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const take = async ({ id, email }: Invitation) => {
    if (await confirm({ title: t('invite.revokeTitle', { email }), text: t('invite.revokeText'), action: t('invite.revoke'), tone: 'danger' }))
      revoke.mutate({ params: { id } })
  }
  if (invitations.length === 0) return null
  return (
    <section className="mt-5">
      <h3 className="mb-2 text-13 font-semibold">{t('invite.open')}</h3>
      <Card as="ul">
        {invitations.map((invitation) => (
          <ListRow as="li" key={invitation.id}>
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{shownEmail(invitation.email)}</p>
              <p className="text-12 text-text-3">
                {t('invite.until')} <Time value={invitation.expires_at} kind="date" />
              </p>
            </div>
            <IconButton icon="x" label={t('invite.revokeOne', { email: invitation.email })} onClick={() => void take(invitation)} />
          </ListRow>
        ))}
      </Card>
    </section>
  )
}

export function InviteByMail({ place, manages }: { place: Place; manages: boolean }) {
  const t = useT()
  const [text, setText] = useState('')
  const [message, setMessage] = useState('')
  const inSpace = 'space' in place
  const params = { id: inSpace ? place.space.id : place.group.id }
  const ofSpace = useRead(routes.invitations, { params }, { enabled: inSpace && manages })
  const ofGroup = useRead(routes.groupInvitations, { params }, { enabled: !inSpace && manages })
  const done = {
    invalidates: [contract],
    onSuccess: ({ sent }: { sent: number }) => {
      toast.success(t('invite.done', { count: sent }))
      setText('')
      setMessage('')
    },
  }
  const toSpace = useWrite(routes.invite, done)
  const toGroup = useWrite(routes.inviteToGroup, done)
  const write = inSpace ? toSpace : toGroup
  const emails = [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
  const wrong = emails.filter((email) => !isEmail(email))
  const error =
    wrong.length > 0
      ? t('invite.wrong', { list: wrong.slice(0, 3).join(', ') })
      : emails.length > MOST_INVITED
        ? t('invite.most', { max: MOST_INVITED })
        : undefined
  return (
    <div>
      <Form onSubmit={() => write.mutateAsync({ params, body: { emails, message } })} error={write.error}>
        <Field label={t('invite.emails')} help={t('invite.help')} error={text.endsWith(' ') || text.endsWith('\n') || emails.length > 1 ? error : undefined}>
          <Textarea
            rows={2}
            value={text}
            onChange={(event) => setText(event.target.value)}
            placeholder="ana@example.com, ben@example.com"
            autoCapitalize="none"
          />
        </Field>
        <Field label={t('invite.message')}>
          <Textarea rows={2} value={message} maxLength={MESSAGE_LENGTH} onChange={(event) => setMessage(event.target.value)} />
        </Field>
        <div>
          <Button type="submit" variant="primary" icon="mail" disabled={emails.length === 0 || error !== undefined} loading={write.isPending}>
            {emails.length ? t('invite.action', { count: emails.length }) : t('invite.action')}
          </Button>
        </div>
      </Form>
      <Open invitations={(inSpace ? ofSpace : ofGroup).data?.records ?? []} />
    </div>
  )
}
