/** A password field that can be shown, and the rules of a new password checked while typing. */
import { type ComponentProps, useState } from 'react'
import { type PasswordProblem, passwordProblems } from '@atrium/sdk'
import { Icon, IconButton, Input, useT } from '@atrium/sdk/web'

export function PasswordInput(props: ComponentProps<typeof Input>) {
  const t = useT()
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pe-11" />
      <span className="absolute inset-y-0 end-1 grid place-items-center">
        <IconButton size="sm" icon={shown ? 'eye-off' : 'eye'} label={t(shown ? 'password.hide' : 'password.show')} onClick={() => setShown(!shown)} />
      </span>
    </div>
  )
}

const RULES: PasswordProblem[] = ['too_short', 'no_digit', 'no_uppercase', 'no_symbol', 'has_space']

/** What to say beside a new password: the server names broken rules by their keys, the list beneath explains them. */
export function usePasswordError(refused: string | undefined, tried: boolean, password: string): string | undefined {
  const t = useT()
  const broken = tried && passwordProblems(password).length > 0
  if (broken || (refused && RULES.includes(refused as PasswordProblem))) return t('password.invalid')
  return refused
}

export function PasswordRules({ password }: { password: string }) {
  const t = useT()
  const problems = passwordProblems(password)
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-1 text-13 max-desk:grid-cols-1" aria-label={t('password.rules')}>
      {RULES.map((rule) => {
        const met = password !== '' && !problems.includes(rule)
        return (
          <li key={rule} className={`flex items-center gap-2 ${met ? 'text-success' : 'text-text-3'}`}>
            <Icon name={met ? 'circle-check' : 'circle'} size="sm" />
            <span>{t(`password.rule.${rule}`)}</span>
            <span className="sr-only">{t(met ? 'password.met' : 'password.unmet')}</span>
          </li>
        )
      })}
    </ul>
  )
}
