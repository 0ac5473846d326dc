import fs from 'node:fs'

/**
 * Runs `work` while this process holds a lock file, which contains its process id. Other processes wait. The lock of a
 * process that no longer runs is ignored.
 */
export async function withLock(file, onWait, work) {
  for (let waiting = false; !take(file); waiting = true) {
    if (!waiting) onWait()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  try {
    return await work()
  } finally {
    fs.rmSync(file, { force: true })
  }
}

function take(file) {
  try {
    fs.writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const holder = fs.existsSync(file) && Number(fs.readFileSync(file, 'utf8'))
  if (holder && !alive(holder)) fs.rmSync(file, { force: true })
  return false
}

function alive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
