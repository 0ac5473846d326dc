// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Sends one amount of a token to many recipients in assembly, without any accounting, for `npm run bench:gas`
/// @dev The barest way to pay from a contract's own balance: no owner, no events, no record of who was paid. The releases
/// of the escrow are compared with it.
contract AssemblyAirdrop {
    error TransferFailed();

    function airdrop(address token, uint256 amount, address[] calldata recipients) external {
        assembly ("memory-safe") {
            mstore(0x00, shl(224, 0xa9059cbb)) // transfer(address,uint256)
            mstore(0x24, amount)
            let end := add(recipients.offset, shl(5, recipients.length))
            for { let at := recipients.offset } lt(at, end) { at := add(at, 0x20) } {
                mstore(0x04, calldataload(at))
                if iszero(call(gas(), token, 0, 0x00, 0x44, 0x00, 0x00)) {
                    mstore(0x00, shl(224, 0x90b8ec18)) // TransferFailed()
                    revert(0x00, 0x04)
                }
            }
            mstore(0x40, 0x80) // the amount overwrote the free memory pointer
        }
    }
}
