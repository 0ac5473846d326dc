// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC1363} from "@openzeppelin/contracts/token/ERC20/extensions/ERC1363.sol";

/// @title A token that calls a target during transfers, like a token with recipient hooks
contract ReentrantToken is ERC1363 {
    address private target;
    bytes private call_;
    uint256 private times;
    bytes public answer;
    bool public succeeded;

    constructor(address holder) ERC20("Reentrant", "RE") {
        _mint(holder, 1e30);
    }

    /// @dev Calls `target_` with `data` before each of the next `times_` transfers.
    function callBack(address target_, bytes calldata data, uint256 times_) external {
        (target, call_, times) = (target_, data, times_);
    }

    function _update(address from, address to, uint256 value) internal override {
        if (times != 0) {
            times--;
            (succeeded, answer) = target.call(call_);
        }
        super._update(from, to, value);
    }
}
