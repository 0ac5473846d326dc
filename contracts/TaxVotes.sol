// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC20Votes} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";
import {ERC20Wrapper} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Wrapper.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";

/// @title TAX that can vote
/// @notice `depositFor` exchanges TAX for the same amount of this token, `withdrawTo` exchanges it back. Nobody can stop
/// a withdrawal. Votes are counted as in ERC-5805, and only after the holder delegated them, to itself or to another
/// account. This is a separate token, because counting votes makes each transfer cost more gas.
contract TaxVotes is ERC20, ERC20Permit, ERC20Votes, ERC20Wrapper {
    /// @param tax The token to wrap.
    constructor(IERC20 tax) ERC20("TAX Votes", "vTAX") ERC20Permit("TAX Votes") ERC20Wrapper(tax) {}

    /// @notice Number of decimals: that of TAX.
    function decimals() public view override(ERC20, ERC20Wrapper) returns (uint8) {
        return super.decimals();
    }

    /// @notice The next nonce of `owner`. Permits and signed delegations share it.
    /// @param owner The signer.
    function nonces(address owner) public view override(ERC20Permit, Nonces) returns (uint256) {
        return super.nonces(owner);
    }

    function _update(address from, address to, uint256 value) internal override(ERC20, ERC20Votes) {
        super._update(from, to, value);
    }
}
