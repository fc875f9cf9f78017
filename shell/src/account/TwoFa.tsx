/** The address /two_fa: the second step of sign-in, or the setup that a role asks for. */
import { useState } from 'react'
import {
  AtriumError,
  Button,
  CodeInput,
  EmptyState,
  Field,
  Form,
  Input,
  Link,
  LinkButton,
  Query,
  SkeletonText,
  useRead,
  useSearch,
  useSession,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import auth from '@atrium/sdk/kernel/auth'
import { EntryPage } from './EntryPage.tsx'
import { ResendCode } from './ResendCode.tsx'
import { enterAt, safePath, signInPath, signUpTo, twoFaPath } from './redirect.ts'
import { SecondFactorSetup, useCodeProblem } from './SecondFactorSetup.tsx'

const { methods, verifyTwoFa } = auth.routes

export default function TwoFa() {
  const { account } = useSession()
  return account ? <SetUp /> : <Enter />
}

function Enter() {
  const t = useT()
  const search = useSearch()
  const { signUpAllowed } = useSession()
  const [target] = useState(() => safePath(search.get('post_login_redirect')))
  const by = search.get('by')
  const joining = by === 'mail'
  const coded = by === 'code'
  const email = search.get('email') ?? ''
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const [leaving, setLeaving] = useState(false)
  const verify = useWrite(verifyTwoFa)
  const problem = useCodeProblem(verify.error)
  const again = joining ? signUpTo(search) : signInPath(search, email)
  const title = t(coded ? 'twoFa.code.title' : 'twoFa.enter.title')

  async function enter(text: string) {
    if (verify.isPending || leaving) return
    await verify.mutateAsync({ body: { code: text } }).then(
      ({ two_fa_required: more, code_mailed }) => {
        setLeaving(true)
        enterAt(more ? twoFaPath(search, code_mailed) : target)
      },
      () => setCode(''),
    )
  }
  if (verify.error instanceof AtriumError && verify.error.code === 'sign_in_expired')
    return (
      <EntryPage name="auth/TwoFa" title={title}>
        <EmptyState
          icon="hourglass"
          title={t('twoFa.expired.title')}
          text={t(joining ? 'twoFa.mailed.expired' : coded ? 'twoFa.code.expired' : 'twoFa.expired.text')}
          action={
            <LinkButton variant="primary" to={again}>
              {t(joining ? 'signUp.action' : 'signIn.action')}
            </LinkButton>
          }
        />
      </EntryPage>
    )
  const other = (
    <>
      {by === null && (
        <>
          <button
            type="button"
            className="link"
            onClick={() => {
              setCode('')
              verify.reset()
              setRecovery(!recovery)
            }}
          >
            {t(recovery ? 'twoFa.enter.app' : 'twoFa.enter.recovery')}
          </button>{' '}
          <span aria-hidden="true">·</span>{' '}
        </>
      )}
      <Link className="link" to={again}>
        {t('twoFa.enter.back')}
      </Link>
      {coded && (signUpAllowed || search.has('invitation_token')) && (
        <p className="mt-2">
          {t('signIn.new')}{' '}
          <Link className="link" to={signUpTo(search, email)}>
            {t('signIn.join')}
          </Link>
        </p>
      )}
    </>
  )
  return (
    <EntryPage
      name="auth/TwoFa"
      title={title}
      text={coded ? t('twoFa.code.text', { email }) : t(joining ? 'twoFa.mailed.text' : recovery ? 'twoFa.enter.recovery.text' : 'twoFa.enter.text')}
      foot={other}
    >
      <Form onSubmit={() => enter(code)}>
        {recovery ? (
          <Field key="recovery" label={t('twoFa.recovery')} error={problem}>
            <Input
              size="lg"
              autoFocus
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              placeholder="XXXXX-XXXXX"
              className="font-mono"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
        ) : (
          <Field key="app" label={t('twoFa.code')} error={problem}>
            <CodeInput autoFocus value={code} onChange={setCode} onComplete={(text) => void enter(text)} />
          </Field>
        )}
        <Button type="submit" variant="primary" size="lg" block disabled={code.trim().length < 6} loading={verify.isPending || leaving}>
          {t(joining ? 'signUp.action' : 'signIn.action')}
        </Button>
      </Form>
      {coded && (
        <ResendCode
          email={email}
          remember={search.get('remember') === 'true'}
          onSent={() => {
            // the former code opens nothing any more
            setCode('')
            verify.reset()
          }}
        />
      )}
    </EntryPage>
  )
}

function SetUp() {
  const t = useT()
  const { community } = useSession()
  const query = useRead(methods)
  return (
    <EntryPage
      name="auth/TwoFa"
      title={t('twoFa.title')}
      text={query.data?.two_fa.required ? t('twoFa.required', { community: community.name }) : t('twoFa.text')}
      foot={
        <Link className="link" to="/users/sign_out">
          {t('signOut.action')}
        </Link>
      }
    >
      <Query query={query} skeleton={<SkeletonText lines={4} />}>
        {({ two_fa }) => <SetUpSteps isOn={two_fa.enabled} />}
      </Query>
    </EntryPage>
  )
}

function SetUpSteps({ isOn }: { isOn: boolean }) {
  const t = useT()
  const search = useSearch()
  // As it was on arrival: right after the setup the recovery codes are still to be shown.
  const [wasOn] = useState(isOn)
  if (!wasOn) {
    // A fresh page: its boot data knows that nothing is due any more.
    return <SecondFactorSetup onDone={() => enterAt(safePath(search.get('post_login_redirect')))} />
  }
  return (
    <EmptyState
      icon="shield-check"
      title={t('twoFa.on.title')}
      text={t('twoFa.on.text')}
      action={
        <LinkButton variant="primary" to="/account/authentication">
          {t('twoFa.on.action')}
        </LinkButton>
      }
    />
  )
}
