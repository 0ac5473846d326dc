import { RemovalPolicy } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  ProjectionType,
  TableEncryption,
  Table as TableOfAws,
} from 'aws-cdk-lib/aws-dynamodb'
import { Construct } from 'constructs'
import { indexes, ttlAttribute } from '../functions/table/keys.ts'

interface Props {
  /** Whether it outlives the stack and cannot be deleted by accident. */
  keep: boolean
}

const types = { S: AttributeType.STRING, N: AttributeType.NUMBER }

/** The single table, as functions/table/keys.ts draws it. */
export class Table extends Construct {
  readonly table: TableOfAws

  constructor(scope: Construct, id: string, { keep }: Props) {
    super(scope, id)
    this.table = new TableOfAws(this, 'Table', {
      partitionKey: { name: 'pk', type: AttributeType.STRING },
      sortKey: { name: 'sk', type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      encryption: TableEncryption.AWS_MANAGED,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      timeToLiveAttribute: ttlAttribute,
      deletionProtection: keep,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    })
    for (const [indexName, index] of Object.entries(indexes))
      this.table.addGlobalSecondaryIndex({
        indexName,
        partitionKey: { name: index.pk, type: AttributeType.STRING },
        sortKey: { name: index.sk, type: types[index.type] },
        ...('include' in index
          ? {
              projectionType: ProjectionType.INCLUDE,
              nonKeyAttributes: index.include.filter((name) => name !== index.sk),
            }
          : { projectionType: ProjectionType.ALL }),
      })
  }
}
