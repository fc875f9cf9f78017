/** The invitation email in the community's own words, beside what arrives. */
import { Button, Card, CardHead, Field, Form, Input, SaveBar, Textarea, useEdits, useSession, useT, useWrite } from '@atrium/sdk/web'
import contract, { type InvitationEmail } from '../../contract.ts'

export function Invitation({ saved }: { saved: InvitationEmail }) {
  const t = useT()
  const { community, member } = useSession()
  const write = useWrite(contract.routes.updateInvitationEmail, { invalidates: [contract.routes.invitationEmail] })
  const { value, set, errors, form, bar } = useEdits(saved, (changes) => write.mutateAsync({ body: { ...saved, ...changes, is_custom: true } }))
  const fill = (text: string) =>
    text
      .replaceAll('{name}', t('letter.somebody'))
      .replaceAll('{inviter}', member?.name ?? '')
      .replaceAll('{community}', community.name)
  return (
    <Form {...form}>
      <div className="grid items-start gap-4 desk:grid-cols-2">
        <Card pad className="grid gap-4">
          <Field label={t('letter.subject')} help={t('letter.help', { name: '{name}', inviter: '{inviter}', community: '{community}' })} error={errors.subject}>
            <Input maxLength={150} value={value.subject} onChange={(event) => set({ subject: event.target.value })} />
          </Field>
          <Field label={t('letter.body')} error={errors.body}>
            <Textarea rows={8} maxLength={5000} value={value.body} onChange={(event) => set({ body: event.target.value })} />
          </Field>
          <Field label={t('letter.button')} error={errors.button_label}>
            <Input maxLength={60} value={value.button_label} onChange={(event) => set({ button_label: event.target.value })} />
          </Field>
          {saved.is_custom && (
            <Button
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
          )}
        </Card>
        <Card>
          <CardHead title={t('letter.preview')} />
          <div className="grid gap-3 p-4 desk:p-5">
            <p className="font-semibold wrap-anywhere">{fill(value.subject)}</p>
            <p className="whitespace-pre-line text-text-2 wrap-anywhere">{fill(value.body)}</p>
            <span className="inline-flex h-9 items-center justify-self-start rounded-control bg-brand px-4 font-medium text-on-brand">
              {fill(value.button_label)}
            </span>
          </div>
        </Card>
      </div>
      <SaveBar {...bar} />
    </Form>
  )
}
