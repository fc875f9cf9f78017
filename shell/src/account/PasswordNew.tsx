/** Asks for a mail with a link that sets a new password. */
import { useState } from 'react'
import { Button, EmptyState, Field, Form, Input, Link, useFieldErrors, useSearch, useT, useWrite } from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import { EntryPage } from './EntryPage.tsx'

const { askPassword } = auth.routes

export default function PasswordNew() {
  const t = useT()
  const search = useSearch()
  const [email, setEmail] = useState(search.get('email') ?? '')
  const [sent, setSent] = useState(false)
  const ask = useWrite(askPassword)
  const errors = useFieldErrors(ask.error)

  async function submit() {
    await ask.mutateAsync({ body: { email: email.trim() } })
    setSent(true)
  }

  return (
    <EntryPage
      name="auth/PasswordNew"
      title={t('passwordNew.title')}
      text={sent ? undefined : t('passwordNew.text')}
      foot={
        <Link className="link" to="/user/sign_in">
          {t('passwordNew.back')}
        </Link>
      }
    >
      {sent ? (
        <EmptyState
          icon="mail"
          title={t('passwordNew.sent.title')}
          text={t('passwordNew.sent.text', { email: email.trim() })}
          action={<Button onClick={() => setSent(false)}>{t('passwordNew.sent.again')}</Button>}
        />
      ) : (
        <Form onSubmit={submit} error={ask.error}>
          <Field label={t('field.email')} error={errors.email}>
            <Input size="lg" type="email" autoComplete="username" autoFocus required value={email} onChange={(event) => setEmail(event.target.value)} />
          </Field>
          <Button type="submit" variant="primary" size="lg" block loading={ask.isPending}>
            {t('passwordNew.action')}
          </Button>
        </Form>
      )}
    </EntryPage>
  )
}
