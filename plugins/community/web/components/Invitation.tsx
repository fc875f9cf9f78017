/** The invitation email in the community's own words, beside what arrives. */
import { Button, SettingsForm, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract, { type InvitationEmail } from '../../contract.ts'

const { routes } = contract

export function Invitation({ saved }: { saved: InvitationEmail }) {
  const t = useT()
  const write = useWrite(routes.updateInvitationEmail, { invalidates: [routes.invitationEmail] })
  return (
    <SettingsForm
      saved={saved}
      save={routes.updateInvitationEmail}
      words="letter"
      body={(changes) => ({ ...saved, ...changes, is_custom: true })}
      sections={({ value, bar }) => [
        {
          fields: [
            'subject',
            'body',
            'button_label',
            saved.is_custom && (
              <Button
                key="ours"
                variant="ghost"
                className="justify-self-start"
                loading={write.isPending}
                onClick={() =>
                  void write
                    .mutateAsync({ body: { is_custom: false } })
                    .then(bar.onReset)
                    .catch(() => {})
                }
              >
                {t('letter.ours')}
              </Button>
            ),
          ],
        },
        { title: t('letter.preview'), fields: [<Preview key="preview" {...value} />] },
      ]}
    />
  )
}

function Preview({ subject, body, button_label }: InvitationEmail) {
  const t = useT()
  const { community, member } = useSession()
  const fill = (text: string) =>
    text
      .replaceAll('{name}', t('letter.somebody'))
      .replaceAll('{inviter}', member?.name ?? '')
      .replaceAll('{community}', community.name)
  return (
    <div className="grid gap-3">
      <p className="font-semibold wrap-anywhere">{fill(subject)}</p>
      <p className="whitespace-pre-line text-text-2 wrap-anywhere">{fill(body)}</p>
      <span className="inline-flex h-9 items-center justify-self-start rounded-control bg-brand px-4 font-medium text-on-brand">{fill(button_label)}</span>
    </div>
  )
}
