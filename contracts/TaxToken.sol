// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title TAX, the token that rewards are paid in
/// @notice ERC-20 with 18 decimals and a fixed supply. With ERC-1363 an escrow is funded in one transaction. With
/// ERC-2612 an approval is a signature. A reward of N CENTS is N whole TAX. To vote, a holder wraps TAX in {TaxVotes}.
contract TaxToken is ERC20, ERC20Permit, ERC1363 {
    /// @notice Mints the whole supply. Nothing can be minted later.
    /// @param holder Receives the supply.
    /// @param supply In base units. One TAX is 10^18 base units.
    constructor(address holder, uint256 supply) ERC20("TAX", "TAX") ERC20Permit("TAX") {
        _mint(holder, supply);
    }
}
