// Only a static import finds the named exports of a CommonJS package in a bundle.
export { SiweMessage } from 'siwe'
