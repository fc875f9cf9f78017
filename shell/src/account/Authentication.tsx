/** How one signs in: password, second factor, passkeys, providers, e-mail address; and the sessions that are open. */
import shell from '@atrium/sdk/kernel/shell'
import { useState } from 'react'
import { isEmail, passwordProblems } from '@atrium/sdk'
import {
  AccountFrame,
  Badge,
  Button,
  Card,
  CardHead,
  Field,
  Form,
  Icon,
  Input,
  ListRow,
  Note,
  Query,
  Skeleton,
  Slot,
  Time,
  toast,
  useConfirm,
  useFieldErrors,
  useRead,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import type { Methods, Session } from '../api.ts'
import { DeletionCard } from './DeletionCard.tsx'
import { deviceOf } from './device.ts'
import { PasskeysCard } from './PasskeysCard.tsx'
import { PasswordInput, PasswordRules, usePasswordError } from './PasswordInput.tsx'
import { ProvidersCard } from './ProvidersCard.tsx'
import { SecondFactorCard } from './SecondFactorCard.tsx'
import { keyOf, nameOfWay } from './way.ts'

const { changeEmail, changePassword, endSession, endSessions, methods, sessions: sessionsRoute } = auth.routes

export default function Authentication() {
  const t = useT()
  const query = useRead(methods)
  return (
    <AccountFrame name="auth/Authentication" title={t('account.tab.authentication')} current="authentication">
      <div className="grid gap-4">
        <Query query={query} skeleton={<Skeleton w="100%" h={640} />}>
          {(own) => (
            <>
              {own.removals.length > 0 && <Removals own={own} />}
              <PasswordCard hasPassword={own.has_password} byCode={own.passkeys.length + own.linked.length === 0} />
              <SecondFactorCard factor={own.two_fa} />
              <PasskeysCard passkeys={own.passkeys} />
              {(own.linked.length > 0 || own.providers.length > 0) && <ProvidersCard linked={own.linked} providers={own.providers} />}
              <EmailCard hasPassword={own.has_password} />
            </>
          )}
        </Query>
        <SessionsCard />
        <Slot of={shell.slots['account.deletion']} />
        {query.data && <DeletionCard hasPassword={query.data.has_password} />}
      </div>
    </AccountFrame>
  )
}

/** Somebody who reads the mailbox asked for it with a new password; the owner sees it here even if the mailbox is no longer theirs. */
function Removals({ own: { removals, passkeys, linked } }: { own: Methods }) {
  const t = useT()
  const named = { two_fa: [], passkey: passkeys, provider: linked.map(({ id, label }) => ({ id, name: label })) }
  return (
    <Note tone="warning" title={t('ways.removals.title')}>
      {t('ways.removals.text')}
      <ul className="mt-2 list-disc ps-5">
        {removals.map(({ kind, id, due_at }) => (
          <li key={keyOf({ kind, id })}>
            {nameOfWay(t, { kind, name: named[kind].find((way) => way.id === id)?.name ?? '' })}: <Time within value={due_at} />
          </li>
        ))}
      </ul>
    </Note>
  )
}

interface OwnPassword {
  hasPassword: Methods['has_password']
}

function PasswordCard({ hasPassword, byCode }: OwnPassword & { byCode: boolean }) {
  const t = useT()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useWrite(changePassword, { invalidates: [sessionsRoute, methods] })
  const errors = useFieldErrors(change.error)
  const passwordError = usePasswordError(errors.password, false, password)
  const ready = (current !== '' || !hasPassword) && password !== '' && passwordProblems(password).length === 0

  async function submit() {
    await change.mutateAsync({ body: { current_password: hasPassword ? current : undefined, password } })
    setCurrent('')
    setPassword('')
    toast.success(t('authentication.password.changed'))
  }

  return (
    <Card>
      <CardHead
        title={t('authentication.password.title')}
        text={t(hasPassword ? 'authentication.password.text' : byCode ? 'authentication.password.byCode' : 'authentication.password.none')}
      />
      <Form onSubmit={submit} error={change.error}>
        <div className="grid gap-4 p-4 lg:p-5">
          {hasPassword && (
            <Field label={t('field.currentPassword')} error={errors.current_password}>
              <PasswordInput autoComplete="current-password" value={current} onChange={(event) => setCurrent(event.target.value)} />
            </Field>
          )}
          <div className="grid gap-2">
            <Field label={t('field.newPassword')} error={passwordError}>
              <PasswordInput autoComplete="new-password" value={password} onChange={(event) => setPassword(event.target.value)} />
            </Field>
            <PasswordRules password={password} />
          </div>
          <Button type="submit" variant="primary" className="justify-self-start" disabled={!ready} loading={change.isPending}>
            {t(hasPassword ? 'authentication.password.action' : 'authentication.password.set')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function EmailCard({ hasPassword }: OwnPassword) {
  const t = useT()
  const { account } = useSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const change = useWrite(changeEmail)
  const errors = useFieldErrors(change.error)

  async function submit() {
    await change.mutateAsync({ body: { email: email.trim(), password: hasPassword ? password : undefined } })
    toast.success(t('authentication.email.sent', { email: email.trim() }))
    setEmail('')
    setPassword('')
  }

  return (
    <Card>
      <CardHead title={t('authentication.email.title')} text={t('authentication.email.text', { email: account?.email ?? '' })} />
      <Form onSubmit={submit} error={change.error}>
        <div className="grid gap-4 p-4 sm:grid-cols-2 lg:p-5">
          <Field label={t('field.newEmail')} error={errors.email}>
            <Input type="email" autoComplete="email" value={email} onChange={(event) => setEmail(event.target.value)} />
          </Field>
          {hasPassword && (
            <Field label={t('field.currentPassword')} error={errors.password}>
              <PasswordInput autoComplete="current-password" value={password} onChange={(event) => setPassword(event.target.value)} />
            </Field>
          )}
          <Button
            type="submit"
            className="justify-self-start sm:col-span-2"
            disabled={!isEmail(email.trim()) || (hasPassword && !password)}
            loading={change.isPending}
          >
            {t('authentication.email.action')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function SessionsCard() {
  const t = useT()
  const confirm = useConfirm()
  const query = useRead(sessionsRoute)
  const endAll = useWrite(endSessions, { invalidates: [sessionsRoute] })

  async function leaveAll() {
    if (!(await confirm({ title: t('sessions.endAll.title'), text: t('sessions.endAll.text'), action: t('sessions.endAll.action'), tone: 'danger' }))) return
    await endAll.mutateAsync().then(
      () => toast.success(t('sessions.endAll.done')),
      (error) => toast.error(error.message),
    )
  }

  return (
    <Card>
      <CardHead
        title={t('sessions.title')}
        text={t('sessions.text')}
        action={
          <Button variant="danger-ghost" disabled={(query.data?.records.length ?? 0) < 2} loading={endAll.isPending} onClick={leaveAll}>
            {t('sessions.endAll.action')}
          </Button>
        }
      />
      <Query query={query} skeleton={<SessionsSkeleton />}>
        {({ records }) => (
          <ul>
            {records.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Query>
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useT()
  const end = useWrite(endSession, { invalidates: [sessionsRoute] })
  const device = deviceOf(session.user_agent)
  const name =
    device.browser && device.system
      ? t('sessions.device', { browser: device.browser, system: device.system })
      : (device.browser ?? device.system ?? t('sessions.unknown'))

  async function revoke() {
    await end.mutateAsync({ params: { id: session.id } }).then(
      () => toast.success(t('sessions.ended', { device: name })),
      (error) => toast.error(error.message),
    )
  }

  return (
    <ListRow as="li">
      <span className="grid size-9 flex-none place-items-center rounded-lg border border-border bg-surface-2 text-text-2">
        <Icon name={device.phone ? 'smartphone' : 'monitor'} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{name}</span>
          {session.current && <Badge tone="success">{t('sessions.current')}</Badge>}
        </p>
        <p className="text-13 text-text-3">
          {session.ip} <span aria-hidden="true">·</span> {t('sessions.lastUsed')} <Time within value={session.last_used_at} />
        </p>
      </div>
      {!session.current && (
        <Button size="sm" loading={end.isPending} onClick={revoke} aria-label={t('sessions.end.label', { device: name })}>
          {t('sessions.end')}
        </Button>
      )}
    </ListRow>
  )
}

function SessionsSkeleton() {
  return (
    <div className="grid gap-3 p-5">
      <Skeleton w="100%" h={40} />
      <Skeleton w="100%" h={40} />
    </div>
  )
}
