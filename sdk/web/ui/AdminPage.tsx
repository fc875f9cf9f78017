/** The frame of pages of the settings. Its code comes with the first of them, before the page is shown, so that nothing blinks. */
import { type ComponentType, lazy, type ReactElement } from 'react'
import type { AdminPageProps, SettingsPageProps } from './adminPageProps.ts'

export const loadAdminPage = () => import('./lazy/adminPage.tsx')
export const AdminPage: ComponentType<AdminPageProps> = lazy(async () => ({ default: (await loadAdminPage()).AdminPage }))
/** The same frame round one saved record, usually with a `<SettingsForm>` in it. */
export const SettingsPage = lazy(async () => ({ default: (await loadAdminPage()).SettingsPage })) as unknown as <T>(props: SettingsPageProps<T>) => ReactElement
