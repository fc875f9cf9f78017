/** Forms of settings: their place in a page until their code has come. */
import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from './marks.tsx'
import type { SettingsFormProps } from './settingsProps.ts'

const LazyForm = lazy(() => import('./lazy/settings/SettingsForm.tsx')) as ComponentType<SettingsFormProps<any>>
const HEIGHT = 360

/** A form over a saved record, made from the schema of the call that saves it, with the bar that saves and the question to who leaves. */
export const SettingsForm = <T extends object>(props: SettingsFormProps<T>) => (
  <Suspense fallback={<Skeleton w="100%" h={HEIGHT} />}>
    <LazyForm {...(props as SettingsFormProps<any>)} />
  </Suspense>
)
