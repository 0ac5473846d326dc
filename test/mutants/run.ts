// `npm run test:mutants`: mutation testing of the contracts; `npm run test:mutants -- ts …`: of TypeScript.
void import(process.argv[2] === 'ts' ? './typescript/run.ts' : './solidity/run.ts')
