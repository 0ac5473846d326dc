import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { StartFailed } from './app/start-failed.tsx'
import './app/styles.css'
import { loadConfig } from './lib/config.ts'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root')
const root = createRoot(element)

loadConfig().then(
  (config) =>
    root.render(
      <StrictMode>
        <App config={config} />
      </StrictMode>,
    ),
  () => root.render(<StartFailed />),
)
